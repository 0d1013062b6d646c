/** What people read in the history of an agent. */

export const undo = 'Undo'
export const currentVersion = ', now'
export const changedFields = (fields: string) => `Changed: ${fields}`
export const asCreated = 'As created'
export const oldestSavedVersion = 'The oldest saved version'
export const compareWith = 'Compare with'
export const changesInVersion = 'Changes in this version'
export const changesSince = 'Changes since'
export const fromVersion = (older: number, newer: number, isNow: boolean) =>
  `From version ${older} to version ${newer}${isNow ? ', the current one' : ''}:`
export const noEarlierVersion = 'There is no earlier version to compare it with.'
export const before = 'Before'
export const after = 'After'
export const personaSettingsDiffer = 'Settings of the lorebook are different, or nothing that can be read.'
export const onlySpacesDiffer = 'Only spaces or line breaks are different.'
export const restoreVersion = 'Restore this version'
export const restoring = 'Restoring'
export const sameAsNow = 'The agent is the same as this version now.'
export const versionRestored = (restored: number, now: number) =>
  `Version ${restored} was restored as version ${now}.`
export const versionNotRestored = 'This version could not be restored.'
export const versionsNewestFirst = 'Versions, newest first'
export const noVersionsYet =
  'There are no changes yet. Every change you save is listed here, and you can restore any version.'
export const versionsNotLoaded = 'The versions could not be loaded.'
