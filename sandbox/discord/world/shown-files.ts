import { isJson, type Json } from '../json.ts';
import type { Attachment } from './entities.ts';

const scheme = 'attachment://';

/**
 * Replaces every `attachment://name` in embeds or components by the URL of the file, as Discord does.
 * @returns the new parts, and the ids of the files they show, which Discord omits from the message's attachments
 */
export function showFiles(parts: readonly Json[], files: readonly Attachment[]): { parts: Json[]; shown: string[] } {
  const shown: string[] = [];

  function walk(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(walk);
    return isJson(value) ? walkObject(value) : value;
  }

  function walkObject(object: Json): Json {
    const walked = Object.fromEntries(Object.entries(object).map(([name, value]) => [name, walk(value)]));
    for (const field of ['url', 'icon_url'] as const) {
      const file = fileNamed(object[field], files);
      if (!file) continue;
      shown.push(file.id);
      walked[field] = file.url;
      if (field === 'url') Object.assign(walked, { proxy_url: file.url, ...file.image });
    }
    return walked;
  }

  return { parts: parts.map(walkObject), shown };
}

/** Finds the file of a name. If two files share it, the newer one counts. */
function fileNamed(url: unknown, files: readonly Attachment[]): Attachment | undefined {
  if (typeof url !== 'string' || !url.startsWith(scheme)) return undefined;
  return files.findLast(({ filename }) => filename === url.slice(scheme.length));
}
