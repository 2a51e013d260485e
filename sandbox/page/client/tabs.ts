import { recall, remember } from './memory.ts';

/** On a narrow screen one panel shows at a time. Choosing a place opens the chat. */
export function followTabs(): void {
  const show = (tab: string) => {
    document.body.dataset.tab = tab;
    for (const button of document.querySelectorAll<HTMLElement>('[data-show]'))
      button.setAttribute('aria-pressed', String(button.dataset.show === tab));
  };
  document.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-show]') : null;
    if (target?.dataset.show) show(target.dataset.show);
  });
  show('chat');
}

const isTheme = (text: string | null): text is 'light' | 'dark' => text === 'light' || text === 'dark';

/** Light or dark as the system has it, until the button changes it. */
export function followTheme(button: HTMLButtonElement): void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const before = recall('theme');
  let chosen = isTheme(before) ? before : null;
  const apply = () => {
    const theme = chosen ?? (system.matches ? 'dark' : 'light');
    document.documentElement.dataset.theme = theme;
    button.textContent = theme === 'dark' ? 'Light' : 'Dark';
  };
  system.addEventListener('change', apply);
  button.addEventListener('click', () => {
    chosen = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
    remember('theme', chosen);
    apply();
  });
  apply();
}
