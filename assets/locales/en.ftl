# Interface text. Sentence case, plain words.

app-name = Fundstelle
