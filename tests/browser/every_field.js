// Answers every question in turn: with each choice, the least and the most, yes and no, each way to end, with what
// stands beside it, and with cards. Returns the fields that were asked on a pad that the panel draws.
async ([description, players, asks]) => {
  const PADS = ["out", "few", "digits", "tens", "player", "types", "choice", "flag", "sides", "extras"];
  const MOST = 2000; // states of a game
  const script = document.querySelector('script[src*="/phone/phone"]').src;
  const { questions, withOnce, withOut, withParts } = await import(new URL("questions.js", script));
  const { addAsks, load } = await import(new URL("../games/score.js", script));
  await load(description.twin);
  addAsks(description);
  for (const field of description.row) Object.assign(field, asks?.[field.key]);
  const never = [...description.entry, ...description.row].filter(({ ask }) => ask === "never").map(({ key }) => key);
  const seen = new Set();
  const done = new Set();

  const isDrawnBeside = ({ player, pad }, { kind, side }) =>
    player ? ["number", "flag"].includes(kind) : pad === "sides" && (["flag", "side"].includes(kind) || side !== undefined);

  const note = (question) => {
    const { pad, field, hand, extras } = question;
    if (!PADS.includes(pad)) return;
    const beside = extras.filter((extra) => isDrawnBeside(question, extra));
    for (const { key } of [field, ...(hand ? [hand] : []), ...beside]) seen.add(key);
    if (pad === "out") seen.add("out");
    if (field.instead) seen.add(field.instead);
  };

  const valuesOf = ({ kind, choices, low, high }) => {
    if (kind === "choice") return choices.map(([value]) => value);
    if (kind === "player") return players.slice(0, 1);
    return kind === "flag" ? [true, false] : [low, high];
  };

  const answers = (row, { player, field, pad, extras, hand, others = [] }) => {
    const once = (value) => withOnce(description, row, field.key, value);
    if (pad === "out") return [withOut(description, row, players[0]), ...others.map(([value]) => once(value))];
    const values = valuesOf(field);
    if (!player) return values.map(once);
    const numbers = extras.filter(({ kind }) => kind === "number").map(({ key, high }) => ({ [key]: high }));
    const given = values.flatMap((value) => [{}, ...numbers].map((beside) => ({ [field.key]: value, ...beside })));
    if (hand) given.push({ [hand.key]: ["*"] });
    return given.map((parts) => withParts(description, row, player, parts));
  };

  const walk = (row) => {
    const told = JSON.stringify(row);
    if (done.has(told) || done.size > MOST) return;
    done.add(told);
    const asked = questions(description, players, row);
    asked.forEach(note);
    const open = asked.find(({ answered, pad }) => !answered && PADS.includes(pad) && pad !== "extras");
    if (open) answers(row, open).forEach(walk);
  };
  walk({});
  return [[...seen], never];
}
