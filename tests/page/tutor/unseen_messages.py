"""Thirty messages of learners, written down before anyone read the rules that sort them, and how each may end.

No rule is tuned to a sentence of this list; it measures how the rules do on what they were not made for.

The kinds: "made" is a link to a quiz, a diagnosis or a plan; "feedback" says how the learner is doing; "greeting" is a
short sentence with what can be done next; "answer" is an explanation from the document, or the sentence that it says
nothing of it. `{concept}` stands for a concept of the document, `{other}` for another one.
"""

UNSEEN: tuple[tuple[str, frozenset[str]], ...] = tuple(
    (text, frozenset(kinds.split()))
    for text, kinds in (
        ("heyy", "greeting"),
        ("good morning!", "greeting"),
        ("can u ask me some questions pls", "made"),
        ("i want to practise a bit", "made"),
        ("what is {concept}?", "answer"),
        ("wat does {concept} mean", "answer"),
        ("im lost", "answer greeting"),
        ("explain {concept} like im five", "answer"),
        ("how did i do", "feedback"),
        ("am I getting better at this?", "feedback"),
        ("which topics am i bad at", "feedback"),
        ("test my knowledge of {other}", "made"),
        ("quizz me pleese", "made"),
        ("ok ready for the next one", "made"),
        ("ask me something about {other}", "made"),
        ("cheers, that helped", "greeting"),
        ("thx!!", "greeting"),
        ("whats the difference between {concept} and {other}", "answer"),
        ("why does {concept} matter", "answer"),
        ("what should i study next", "made feedback greeting"),
        ("make me a study plan", "made"),
        ("i have my exam on friday, how should i prepare", "made feedback"),
        ("that was too hard", "made answer feedback greeting"),
        ("give me something easier", "made"),
        ("whats my score so far", "feedback"),
        ("no idea what {other} is about", "answer"),
        ("can you give an example of {concept}", "answer"),
        ("who won the football world cup in 1998", "answer"),
        ("what can you do", "greeting"),
        ("bye for now", "greeting"),
    )
)
