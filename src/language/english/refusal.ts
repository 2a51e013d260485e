/** Why Discord refuses a channel, or a person's direct messages, and what mends it. */
export const REFUSAL = {
  // A reason, which stands inside another sentence after a colon: it begins in lower case and has no full stop.
  'refusal.unknown-channel': 'that channel no longer exists',
  'refusal.unknown-server': 'I am no longer in that server',
  'refusal.unknown-user': 'Discord does not know that person any more',
  'refusal.no-access':
    'I cannot see that channel: I need the permission View Channel there (in a private thread: add me to it)',
  'refusal.no-writing':
    'I may not write in that channel: I need the permissions View Channel, Send Messages and Embed Links (in a thread: Send Messages in Threads)',
  'refusal.lacking': 'I lack {permissions} in that channel',
  'refusal.closed': 'your direct messages are closed to me',
  'refusal.archived': 'that thread is archived',
  'refusal.locked': 'that thread is locked',
  'refusal.no-common-server': 'we are in no server together any more',
  'refusal.no-way-in': 'Discord does not let me write to you',
  'refusal.content': 'Discord or this server’s AutoMod blocked the content',
  // {code}: the next or the one after it.
  'refusal.other': 'Discord refuses it ({code})',
  'refusal.code': 'code {code}',
  'refusal.no-code': 'no code',
  // A sentence after feeds or watches were resumed.
  'refusal.kept': 'Messages held back before the pause follow as one summary.',
  // How to open direct messages. Bold: the names in Discord's settings, and the
  // button `watch.button-try-again`. No italics: messages with players' names have none.
  'refusal.open':
    'To open them, tap the server’s name (on a phone, hold its icon) → **Privacy Settings** → **Direct Messages**. Then press **Try again**.',
  // Alerts that Discord refused, with the first of them below.
  'refusal.missed': '{n, plural, one {This alert did not reach you:} other {# alerts did not reach you, among them:}}',
  // The direct message of *Try again*, and its answer.
  'refusal.test': 'This is a test: I can message you again, and your watches are on.',
  'refusal.back': '✅ I can message you again, so your watches go on.',
  // {why}: a reason in lower case.
  'refusal.still': 'I still can’t message you: {why}.',
  'refusal.no-answer': 'Discord did not answer just now. Please try again in a minute.',
  'refusal.remedy': 'Once that is fixed, </feed resume> starts them again.',
  'refusal.remedy-left': 'Invite me again, and they go on by themselves.',
  'refusal.remedy-gone': '</feed edit> moves them to another channel, </feed remove> deletes them.',
} as const;
