"""``graphrag-neo4j serve``: one graph as a web page, an HTTP API, and models of OpenAI's protocol.

run       the process: address, link, state file, start and stop
app       the ASGI application: routes, page, errors, life
guard     who may call: token, role, Host, Origin, size of bodies
stopping  what the stop of the server tells those who wait
jobs      long work, one at a time, that outlives the process (journal)
routes/   one module a noun; JSON is what the library's results are in ``to_dict()``
page/     HTML, CSS and JavaScript, served as they are
"""
