"""The pages of a sheet, a module each: fetch, form, verb, answer."""
