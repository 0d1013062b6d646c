/** What people read where they edit an agent. */

export const personaOf = (name: string) => `Persona of ${name}`
export const documentsOf = (name: string) => `Documents of ${name}`
export const historyOf = (name: string) => `History of ${name}`
export const savedPersonalityHint = 'Includes the custom instructions.'
export const changesNotSaved = 'The changes could not be saved.'
export const saved = (name: string) => `${name} is saved.`
export const backToEditing = 'Back to editing'
export const tryOut = 'Try out'
export const changedMeanwhileAbout = (now: number, before: number) =>
  `It is now version ${now}; you started from version ${before}. What you typed is still here but not saved.`
export const savingOverwrites = (fields: string) => `Saving overwrites these changes: ${fields}.`
export const savingOverwritesNothing = 'Saving does not affect the other changes.'
export const hideChanges = 'Hide changes'
export const showChanges = 'Show changes'
