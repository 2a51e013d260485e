import { z } from 'zod';
import { LinkTemplate } from './market/places/link-template.ts';
import { parseProxyAddress } from './proxy/proxy.ts';

// Schemas of settings. Each has one sentence for invalid values, which docs/configuration.md shows as the rule.

/** Text that is safe in an HTTP header. Any other character would fail every request, so that the start refuses it. */
export const headerText = z
  .string()
  .regex(/^[\x20-\x7e]{0,200}$/, 'must be plain ASCII text (no é, no €) of at most 200 characters');

export const segment = z
  .string()
  .regex(/^(?!\.\.?$)[A-Za-z0-9._~-]+$/, 'must be one path segment: letters, digits, or one of . _ ~ -');

export function integer(least: number, most: number, unit: string) {
  const sentence = `must be a whole number from ${least} to ${most}${unit && ` (${unit})`}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, sentence)
    .transform(Number)
    .refine((n) => n >= least && n <= most, sentence);
}

export function httpAddress(example: string) {
  const sentence = `must be an address such as ${example}, without ? and #, and without a user and a password`;
  return z.string().refine((text) => {
    const url = URL.parse(text);
    return url !== null && /^https?:$/.test(url.protocol) && !/[?#]/.test(text) && url.username + url.password === '';
  }, sentence);
}

/** The template of an address, such as `https://map.example/#{world}:{x}:{z}`. */
export function linkTemplate<Name extends string>(required: readonly Name[], optional: readonly Name[] = []) {
  return z.string().transform((text, context) => {
    const template = LinkTemplate.parse(text, required, optional);
    if (typeof template !== 'string') return template;
    context.addIssue({ code: 'custom', message: template });
    return z.NEVER;
  });
}

export function proxyAddress(more = '') {
  const rule =
    'must be the address of an HTTP proxy, such as http://proxy.example:3128 or http://user:password@proxy.example:3128 (https:// too, no SOCKS proxy)';
  const noSocks = `names a SOCKS proxy, which Crier does not use: name an HTTP proxy, such as http://proxy.example:3128${more}`;
  return z
    .string()
    .refine((text) => parseProxyAddress(text) !== null, {
      error: ({ input }) => (/^socks\w*:/i.test(String(input)) ? noSocks : rule),
    })
    .optional();
}

const ADDRESS = /^[a-z][a-z\d+.-]*:\/\//i;

/** The path of a file, or an address. */
export const fileOrAddress = z.string().refine((text) => {
  if (!ADDRESS.test(text)) return !text.includes('\0');
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username + url.password === '';
}, 'must be the path of a file, or an http or https address without a user and a password');
