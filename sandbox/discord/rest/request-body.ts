import type { IncomingMessage } from 'node:http';
import { apiError } from '../api-error.ts';
import { errorCodes } from '../numbers.ts';
import type { UploadedFile } from '../rules/attachment-rules.ts';
import { tidyFilename } from '../world/attachments.ts';

export interface RequestBody {
  /** The JSON body, or the `payload_json` of a multipart request; undefined without a body. */
  readonly json: unknown;
  readonly files: readonly UploadedFile[];
}

/**
 * Reads a body.
 * @throws ApiError 50109 if it is not JSON or its content type is not JSON
 */
export async function readBody(request: IncomingMessage): Promise<RequestBody> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  if (bytes.length === 0) return { json: undefined, files: [] };
  const type = request.headers['content-type'] ?? '';
  if (type.startsWith('application/json')) return { json: parseJson(bytes.toString('utf8')), files: [] };
  if (type.startsWith('multipart/form-data')) return readForm(bytes, type);
  throw apiError(errorCodes.invalidJson);
}

async function readForm(bytes: Buffer, type: string): Promise<RequestBody> {
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData().catch(() => {
    throw apiError(errorCodes.invalidJson);
  });
  const files: UploadedFile[] = [];
  let json: unknown;
  for (const [name, value] of form) {
    const index = /^files\[(\d+)\]$/.exec(name)?.[1];
    if (typeof value === 'string') json = name === 'payload_json' ? parseJson(value) : json;
    else if (index === undefined) throw apiError(errorCodes.invalidJson);
    else {
      const content = Buffer.from(await value.arrayBuffer());
      files.push({
        index,
        filename: tidyFilename(value.name),
        contentType: value.type || 'application/octet-stream',
        bytes: content,
      });
    }
  }
  return { json, files };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw apiError(errorCodes.invalidJson);
  }
}
