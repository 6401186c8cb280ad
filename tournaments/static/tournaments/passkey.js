// Makes a passkey or uses one, and sends what the browser answers with the form around the button.
/** @type {HTMLElement | null} */
const box = document.querySelector("[data-passkey]");

/** @type {(text: string) => Uint8Array<ArrayBuffer>} */
const bytes = (text) => {
  const signs = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(signs, (sign) => sign.charCodeAt(0));
};

/** @type {(buffer: ArrayBuffer) => string} */
const words = (buffer) => {
  const signs = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte));
  return btoa(signs.join("")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
};

/**
 * @typedef {{id: string, type: "public-key"}} Described
 * @type {(keys: Described[]) => PublicKeyCredentialDescriptor[]}
 */
const known = (keys) => keys.map(({ id, type }) => ({ id: bytes(id), type }));

// What the site asks, with bytes where browsers want them.
const create = async (/** @type {any} */ options) => {
  const { challenge, user, excludeCredentials } = options;
  const publicKey = {
    ...options,
    challenge: bytes(challenge),
    user: { ...user, id: bytes(user.id) },
    excludeCredentials: known(excludeCredentials ?? []),
  };
  return navigator.credentials.create({ publicKey });
};

const use = async (/** @type {any} */ options) => {
  const { challenge, allowCredentials } = options;
  const publicKey = { ...options, challenge: bytes(challenge), allowCredentials: known(allowCredentials) };
  return navigator.credentials.get({ publicKey });
};

/** @type {(made: PublicKeyCredential) => string} */
const toText = ({ id, rawId, type, response }) => {
  /** @type {Record<string, string>} */
  const parts = { clientDataJSON: words(response.clientDataJSON) };
  if (response instanceof AuthenticatorAttestationResponse) {
    parts.attestationObject = words(response.attestationObject);
  } else if (response instanceof AuthenticatorAssertionResponse) {
    parts.authenticatorData = words(response.authenticatorData);
    parts.signature = words(response.signature);
  }
  return JSON.stringify({ id, rawId: words(rawId), type, response: parts, clientExtensionResults: {} });
};

if (box && window.PublicKeyCredential) {
  const makes = box.dataset.passkey === "create";
  const form = /** @type {HTMLFormElement} */ (box.closest("form"));
  const button = /** @type {HTMLButtonElement} */ (box.querySelector("button"));
  const problem = /** @type {HTMLElement} */ (box.querySelector(".problem"));
  const answer = /** @type {HTMLInputElement} */ (form.querySelector(makes ? "[name=answer]" : "[name=passkey]"));
  const options = JSON.parse(document.querySelector("#passkey-options")?.textContent ?? "");
  box.hidden = false;
  document.querySelector("#no-script")?.remove();
  button.addEventListener("click", async () => {
    problem.hidden = true;
    if (!form.reportValidity()) return;
    button.disabled = true;
    try {
      const made = await (makes ? create(options) : use(options));
      answer.value = toText(/** @type {PublicKeyCredential} */ (made));
      form.submit();
    } catch {
      problem.hidden = false;
      button.disabled = false;
    }
  });
}
