import { readdir } from 'node:fs/promises';
import type { Config } from '../config.ts';
import { reasonOf } from '../faults/operator-fault.ts';
import { amiss, type Finding, well } from './finding.ts';

/** Whether the folders of ITEM_NAMES and ITEM_ICONS can be read, as far as they are set. */
export async function checkFolders({ ITEM_NAMES, ITEM_ICONS }: Config): Promise<Finding[]> {
  const findings = Object.entries({ ITEM_NAMES, ITEM_ICONS }).map(async ([name, folder]) => {
    if (folder === undefined) return [];
    try {
      return [well('Folder', `${name} can be read; files in it: ${(await readdir(folder)).length}.`)];
    } catch (error) {
      return [amiss('Folder', `${name} cannot be read (${reasonOf(error)}). Name a folder that Crier may read.`)];
    }
  });
  return (await Promise.all(findings)).flat();
}
