"""What of a multilingual vector tells its language: python -m benchmarks.language_directions

Writes the file that :class:`MultilingualEmbedding` takes these directions out by. Sentences that
say the same in each of some languages differ in nothing but the language; the differences between
the means of the languages span what tells it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from graphrag_neo4j.embeddings.multilingual import DIRECTIONS_FILE, load_engine

if TYPE_CHECKING:
    from numpy.typing import NDArray

PARALLEL = (
    ("The meeting was moved to Thursday because the hall was not free.",
     "Die Sitzung wurde auf Donnerstag verschoben, weil der Saal nicht frei war.",
     "La réunion a été déplacée à jeudi parce que la salle n'était pas libre.",
     "La reunión se aplazó al jueves porque la sala no estaba libre.",
     "会议改到星期四，因为大厅没有空。"),
    ("Our company sells windows and doors to builders.",
     "Unsere Firma verkauft Fenster und Türen an Bauunternehmen.",
     "Notre entreprise vend des fenêtres et des portes aux constructeurs.",
     "Nuestra empresa vende ventanas y puertas a constructores.",
     "我们公司向建筑商出售门窗。"),
    ("Where is the nearest station?", "Wo ist der nächste Bahnhof?",
     "Où est la gare la plus proche ?", "¿Dónde está la estación más cercana?",
     "最近的车站在哪里？"),
    ("She has worked as an engineer since 2012.", "Sie arbeitet seit 2012 als Ingenieurin.",
     "Elle travaille comme ingénieure depuis 2012.", "Trabaja como ingeniera desde 2012.",
     "她从二〇一二年起担任工程师。"),
    ("The river flooded the lower town twice in ten years.",
     "Der Fluss überschwemmte die Unterstadt zweimal in zehn Jahren.",
     "La rivière a inondé la ville basse deux fois en dix ans.",
     "El río inundó la ciudad baja dos veces en diez años.",
     "十年里河水两次淹没了下城。"),
    ("How does the new law change taxes?", "Wie ändert das neue Gesetz die Steuern?",
     "Comment la nouvelle loi change-t-elle les impôts ?",
     "¿Cómo cambia la nueva ley los impuestos?",
     "新法律如何改变税收？"),
    ("Music was played until midnight.", "Bis Mitternacht wurde Musik gespielt.",
     "On a joué de la musique jusqu'à minuit.", "Hubo música hasta la medianoche.",
     "音乐一直演奏到午夜。"),
    ("The doctor said that the child was healthy.", "Der Arzt sagte, das Kind sei gesund.",
     "Le médecin a dit que l'enfant était en bonne santé.",
     "El médico dijo que el niño estaba sano.",
     "医生说孩子很健康。"),
    ("Who wrote this letter?", "Wer hat diesen Brief geschrieben?",
     "Qui a écrit cette lettre ?", "¿Quién escribió esta carta?",
     "这封信是谁写的？"),
    ("Prices of food rose faster than wages.", "Lebensmittelpreise stiegen schneller als Löhne.",
     "Les prix des aliments ont augmenté plus vite que les salaires.",
     "Los precios de los alimentos subieron más que los salarios.",
     "食品价格比工资涨得快。"),
    ("The program reads a file and prints its lines.",
     "Das Programm liest eine Datei und gibt ihre Zeilen aus.",
     "Le programme lit un fichier et affiche ses lignes.",
     "El programa lee un archivo y muestra sus líneas.",
     "程序读取文件并打印各行。"),
    ("Two players were hurt in the first half.",
     "Zwei Spieler verletzten sich in der ersten Halbzeit.",
     "Deux joueurs se sont blessés en première mi-temps.",
     "Dos jugadores se lesionaron en el primer tiempo.",
     "上半场有两名球员受伤。"),
)  # fmt: skip
"""The same in English, German, French, Spanish and Chinese."""


def directions(parallel: Sequence[Sequence[str]] = PARALLEL) -> NDArray[np.float32]:
    """Orthogonal unit vectors, one fewer than languages, the strongest first."""
    engine = load_engine()
    texts = [text for same in parallel for text in same]
    vectors = np.array(
        [engine.encode(text, is_query=is_query) for is_query in (False, True) for text in texts]
    )
    means = vectors.reshape(2 * len(parallel), len(parallel[0]), -1).mean(axis=0)
    _, _, found = np.linalg.svd(means - means.mean(axis=0), full_matrices=False)
    kept: NDArray[np.float32] = found[: len(means) - 1].astype(np.float32)
    return kept


def main() -> None:
    """Write the file."""
    np.save(DIRECTIONS_FILE, directions())


if __name__ == "__main__":
    main()
