/**
 * Names of the triggers of watches: choices, lists, alerts, `/help` and docs/using.md use them word for word. A name
 * stands alone or after the item: `Beacon · Back in stock`.
 */
export const TRIGGER = {
  'trigger.at-or-below': 'At my price or less',
  'trigger.at-or-above': 'A shop pays my price or more',
  'trigger.listed': 'In a new shop',
  'trigger.restocked': 'Back in stock',
  'trigger.sold-out': 'Out of stock',
  'trigger.auctioned': 'Sold at auction',
  'trigger.traded': 'Traded at a shop',
  'trigger.under-worth': 'Well under its worth',
  // The same with the price of a watch. {price}: `9 diamonds each`; in a list whose heading names the unit, `9`.
  'trigger.at-or-below-for': '{price} or less',
  'trigger.at-or-above-for': 'A shop pays {price} or more',
  'trigger.auctioned-for': 'Sold at auction for {price} or less',
  'trigger.traded-for': 'Traded at a shop for {price} or less',
  'trigger.under-worth-for': '{percent}% or more under its worth',
} as const;
