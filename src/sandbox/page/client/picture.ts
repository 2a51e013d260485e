import { h } from './dom.ts';

/** A picture of this server; `attachment://name` is looked up. One from elsewhere is only named: the page stays offline. */
export function picture(url: string, attachments: ReadonlyMap<string, string>, alt: string): HTMLElement {
  const name = url.replace('attachment://', '');
  const src = attachments.get(name) ?? url;
  const isOurs = new URL(src, location.href).origin === location.origin;
  return isOurs
    ? h('img', { class: 'picture', src, alt, loading: 'lazy' })
    : h('span', { class: 'picture-elsewhere' }, `Picture: ${src}`);
}
