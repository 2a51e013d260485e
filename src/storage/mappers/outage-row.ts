/** Why a time stands among the outages that is none of the stream: of changes in shops then nobody was told. */
export const SHOPS_UNTOLD = 'shops-untold';
