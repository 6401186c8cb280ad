"""Imports of members, of earlier results and of a corrected night workbook. Each is previewed first
and then applied.
"""
