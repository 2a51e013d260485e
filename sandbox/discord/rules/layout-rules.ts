import { type Json, jsonOf } from '../json.ts';
import { componentTypes } from '../numbers.ts';
import { checkButton, checkSelect, isSelect, selectTypes } from './control-rules.ts';
import { checkAltText, checkMedia, checkOwnFile, type References } from './media-rules.ts';
import type { Path, Problems } from './problems.ts';

const inContainer: readonly number[] = [
  componentTypes.row,
  componentTypes.section,
  componentTypes.text,
  componentTypes.gallery,
  componentTypes.file,
  componentTypes.separator,
];
/** Component types allowed at the top level of a message without the Components V2 flag. */
export const classicLayout: readonly number[] = [componentTypes.row];
export const layoutV2: readonly number[] = [...inContainer, componentTypes.container];
export const maxTextLength = 4_000;

type Rule = (problems: Problems, path: Path, component: Json, references: References) => void;

const rules: Readonly<Record<number, Rule>> = {
  [componentTypes.row]: checkRow,
  [componentTypes.section]: checkSection,
  [componentTypes.text]: checkText,
  [componentTypes.gallery]: checkGallery,
  [componentTypes.file](problems, path, { file, spoiler }, references) {
    checkOwnFile(problems, [...path, 'file'], file, references);
    problems.flag([...path, 'spoiler'], spoiler);
  },
  [componentTypes.separator](problems, path, { spacing, divider }) {
    problems.integer([...path, 'spacing'], spacing, { min: 1, max: 2, required: false });
    problems.flag([...path, 'divider'], divider);
  },
  [componentTypes.container](problems, path, container, references) {
    problems.integer([...path, 'accent_color'], container.accent_color, { max: 0xffffff, required: false });
    problems.flag([...path, 'spoiler'], container.spoiler);
    checkChildren(problems, path, container, { among: inContainer, max: 40, references });
  },
};

/** Checks a layout component and its descendants. */
export function checkLayout(
  problems: Problems,
  path: Path,
  component: Json,
  { among, references }: { among: readonly number[]; references: References },
): void {
  const { type } = component;
  const rule = typeof type === 'number' && among.includes(type) ? rules[type] : undefined;
  if (!rule) problems.badChoice([...path, 'type'], among);
  else {
    problems.integer([...path, 'id'], component.id, { max: 2 ** 31 - 1, required: false });
    rule(problems, path, component, references);
  }
}

function checkChildren(
  problems: Problems,
  path: Path,
  { components }: Json,
  { max, ...rest }: { among: readonly number[]; max: number; references: References },
): void {
  const list = problems.list([...path, 'components'], components, { min: 1, max, required: true });
  for (const [index, child] of list.entries()) {
    checkLayout(problems, [...path, 'components', index], jsonOf(child), rest);
  }
}

function checkText(problems: Problems, path: Path, { content }: Json): void {
  problems.text([...path, 'content'], content, { max: maxTextLength });
}

/** Checks a section: one to three texts and exactly one button or thumbnail. */
function checkSection(problems: Problems, path: Path, section: Json, references: References): void {
  checkChildren(problems, path, section, { among: [componentTypes.text], max: 3, references });
  const at = [...path, 'accessory'];
  const accessory = jsonOf(section.accessory);
  if (section.accessory === undefined || section.accessory === null) problems.missing(at);
  else if (accessory.type === componentTypes.button) checkButton(problems, at, accessory, references);
  else if (accessory.type === componentTypes.thumbnail) checkPicture(problems, at, accessory, references);
  else problems.badChoice([...at, 'type'], [componentTypes.button, componentTypes.thumbnail]);
}

function checkGallery(problems: Problems, path: Path, gallery: Json, references: References): void {
  const items = problems.list([...path, 'items'], gallery.items, { min: 1, max: 10, required: true });
  for (const [index, item] of items.entries()) {
    checkPicture(problems, [...path, 'items', index], jsonOf(item), references);
  }
}

/** Checks a thumbnail, or an item of a gallery. */
function checkPicture(problems: Problems, path: Path, picture: Json, references: References): void {
  checkMedia(problems, [...path, 'media'], picture.media, references);
  checkAltText(problems, path, picture);
  problems.flag([...path, 'spoiler'], picture.spoiler);
}

/** Checks a row: one to five buttons, or one menu. */
function checkRow(problems: Problems, path: Path, row: Json, references: References): void {
  const controls = problems.list([...path, 'components'], row.components, { min: 1, max: 5, required: true });
  for (const [index, each] of controls.entries()) {
    const control = jsonOf(each);
    const at = [...path, 'components', index];
    if (control.type === componentTypes.button) checkButton(problems, at, control, references);
    else if (isSelect(control)) checkSelect(problems, at, control, references);
    else problems.badChoice([...at, 'type'], [componentTypes.button, ...selectTypes]);
  }
  if (controls.length > 1 && controls.some((control) => isSelect(jsonOf(control)))) {
    problems.add(
      [...path, 'components'],
      'COMPONENT_LAYOUT_WIDTH_EXCEEDED',
      'The specified component exceeds the maximum width',
    );
  }
}
