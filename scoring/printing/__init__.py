"""Paper: PDF, drawn on a canvas in millimetres from the top left corner. `page.Paper` is a
document, `table` a list over as many pages as it takes, `form` the wedstrijdformulier.
"""
