/** Replaces a secret in the log. */
export const CENSORED = '[secret]';
/** The path of an interaction's webhook contains its token, with which anyone can answer as the bot. */
const TOKEN_IN_PATH = /\/(webhooks|interactions)\/(\d+)\/[\w.-]{20,}/g;
/** Addresses may contain a password or a key before their @, a database's first of all. */
const PASSWORDS_IN_ADDRESSES = [
  /\b(postgres(?:ql)?:\/\/[^:@/\s"]{0,256}:)[^\s"]{0,256}@/gi,
  /\b((?:https?|wss?):\/\/)[^\s"/]{1,256}@/gi,
];

/**
 * Returns a function that replaces secrets in a text, plain or JSON.
 * @param secrets texts that must not appear anywhere
 */
export function hideSecrets(secrets: readonly string[]): (text: string) => string {
  // JSON escapes some characters of a secret.
  const written = new Set(secrets.flatMap((secret) => [JSON.stringify(secret).slice(1, -1), secret]));
  return (text) => {
    const line = [...written].reduce((left, secret) => left.replaceAll(secret, CENSORED), text);
    const plain = line.replace(TOKEN_IN_PATH, `/$1/$2/${CENSORED}`);
    return PASSWORDS_IN_ADDRESSES.reduce((left, address) => left.replace(address, `$1${CENSORED}@`), plain);
  };
}
