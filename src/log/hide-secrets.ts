const SECRET = '[secret]';
/** An interaction's token stands in the path of its webhook; whoever reads it can answer for the bot. */
const TOKEN_IN_PATH = /\/(webhooks|interactions)\/(\d+)\/[\w.-]{20,}/g;
/** A database's password stands in its address; whatever else has an address may have a key or a password before its @. */
const PASSWORDS_IN_ADDRESSES = [
  /\b(postgres(?:ql)?:\/\/[^:@/\s"]{0,256}:)[^\s"]{0,256}@/gi,
  /\b((?:https?|wss?):\/\/)[^\s"/]{1,256}@/gi,
];

/**
 * What takes secrets out of a text, in JSON or plain.
 * @param secrets texts that must not appear anywhere
 */
export function hideSecrets(secrets: readonly string[]): (text: string) => string {
  // A line is JSON, in which some characters are written otherwise.
  const written = new Set(secrets.flatMap((secret) => [JSON.stringify(secret).slice(1, -1), secret]));
  return (text) => {
    const line = [...written].reduce((left, secret) => left.replaceAll(secret, SECRET), text);
    const plain = line.replace(TOKEN_IN_PATH, `/$1/$2/${SECRET}`);
    return PASSWORDS_IN_ADDRESSES.reduce((left, address) => left.replace(address, `$1${SECRET}@`), plain);
  };
}
