"""Pages without spaces beside tags, and their forms, as a browser sends them."""

import html
import re


def squeeze(answer):
    page = re.sub(r"\s+(?=<)|(?<=>)\s+", "", answer.content.decode())
    return re.sub(r"\s+", " ", page)


def as_it_stands(answer):
    """Of a page's own form that nobody touched."""
    return read_fields(answer.content.decode().split('id="typed"')[1])


def read_forms(page):
    return [read_fields(form) for form in page.split("<form")[1:]]


def read_fields(page):
    """Of the form that ends first."""
    page, values = page.partition("</form>")[0], {}
    for match in re.findall(r"<input[^>]*>", page):
        said = dict(re.findall(r'(\w+)="([^"]*)"', match))
        if "name" not in said:
            continue
        if said.get("type") not in ("radio", "checkbox") or " checked" in match:
            usual = "on" if said.get("type") == "checkbox" else ""
            values[said["name"]] = html.unescape(said.get("value", usual))
    for name, options in re.findall(r'<select name="([^"]*)"(.*?)</select>', page, re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', options)
        values[name] = (chosen or re.search(r'value="([^"]*)"', options))[1]
    for name, text in re.findall(
        r'<textarea name="([^"]*)"[^>]*>\n?(.*?)</textarea>', page, re.DOTALL
    ):
        values[name] = html.unescape(text)
    return values
