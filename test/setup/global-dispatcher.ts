// Node's own HTTP dispatcher becomes the global one, as in the bot: whichever undici a file loads first would be it otherwise,
// and that of the data service's client takes none of the forms in which discord.js sends files.
import 'node:http';
