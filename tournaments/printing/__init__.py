"""What a club prints, as PDF: `pack` all forms of a night, `evening` what else lies in the hall,
`standings` what nights and seasons came to, `rules` a reglement.
"""
