import { isJson, type Json } from '../json.ts';
import type { Attachment } from './entities.ts';

const scheme = 'attachment://';

/**
 * Embeds or components with every `attachment://name` replaced by the file's own address, as Discord does, and the ids of
 * the files that were named so: they are no longer listed among the message's attachments.
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

/** Of two files with one name the newer is meant. */
function fileNamed(url: unknown, files: readonly Attachment[]): Attachment | undefined {
  if (typeof url !== 'string' || !url.startsWith(scheme)) return undefined;
  return files.findLast(({ filename }) => filename === url.slice(scheme.length));
}
