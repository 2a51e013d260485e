/** How a chart's file is called. */
export const PICTURE_NAME = 'price.png';

/** How an embed shows the picture that comes with its message. */
export const PICTURE_URL = `attachment://${PICTURE_NAME}`;
