const SECRET = '[secret]';
/** An interaction's token stands in the path of its webhook; whoever reads it can answer for the bot. */
const TOKEN_IN_PATH = /\/(webhooks|interactions)\/(\d+)\/[\w.-]{20,}/g;
/** A database's password stands in its address. */
const PASSWORD_IN_ADDRESS = /\b(postgres(?:ql)?:\/\/[^:@/\s"]*:)[^\s"]*@/g;

/**
 * What takes secrets out of a text, in JSON or plain.
 * @param secrets texts that must not appear anywhere
 */
export function hideSecrets(secrets: readonly string[]): (text: string) => string {
  // A line is JSON, in which some characters are written otherwise.
  const written = new Set(secrets.flatMap((secret) => [JSON.stringify(secret).slice(1, -1), secret]));
  return (text) =>
    [...written]
      .reduce((line, secret) => line.replaceAll(secret, SECRET), text)
      .replace(TOKEN_IN_PATH, `/$1/$2/${SECRET}`)
      .replace(PASSWORD_IN_ADDRESS, `$1${SECRET}@`);
}
