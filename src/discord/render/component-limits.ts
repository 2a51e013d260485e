// Discord's limits for components, from the Component Reference in Discord's docs.

/** Buttons of one row. */
export const MOST_ROW_BUTTONS = 5;
/** Characters of a button's label. */
export const BUTTON_LABEL_CHARACTERS = 80;
/** Options of one menu. */
export const MOST_MENU_OPTIONS = 25;
/** Characters of the label of a menu's option. */
export const MENU_LABEL_CHARACTERS = 100;
/** Characters of the alt text of a picture in a gallery. */
export const GALLERY_ALT_CHARACTERS = 1_024;
