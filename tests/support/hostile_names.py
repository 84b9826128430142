"""Names that try to break out of a page."""

HOSTILE = [
    "</script><script>window.hit=1</script>",
    "<img src=x onerror='window.hit=1'>",
    "\"quotes' and `ticks` ${window.hit=1}",
    "line\u2028and\u2029paragraph",
    "{data} <!-- <script>",
    "lone \ud800 surrogate",
]
