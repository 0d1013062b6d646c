/** The older create dialog (sections 2, 4 and 5). */

export const olderCreateAbout =
  'It starts as a draft that can only be opened by its link. Publish it when it is ready.'
export const wantPublic = 'Want it public right away?'
export const useFullPage = 'Use the full page'
export const newDraft = 'New draft'
export const capabilityCatalogue = 'Capability catalogue'
export const picked = (count: number) => `${count} picked`
export const pickedAloud = (count: number, all: number) => `${count} of ${all} picked`
export const tone = 'Tone'
export const olderInstructionsHint = 'How it should work and answer, step by step, and what it must never do.'
export const ownWords = 'Your own words'
export const personalityPreset = 'Personality preset'
export const basePersonality = 'Base personality'
export const basePersonalityHint =
  'Edit it as you like. The tone and the custom instructions are added to it.'
export const basePersonalityPlaceholder = 'You are...'
export const descriptionMissing = 'Please provide a description for your agent'
export const instructionsMissing = 'Please provide custom instructions for your agent'
export const imageMissing = 'Please provide an image for your agent'
export const personalityMissing = 'Choose a preset, or describe who it is in your own words.'
export const createDraftAgent = 'Create agent'
export const creating = 'Creating...'
export const startsAsDraft = 'It starts as your draft.'
export const walletSignsFirst = 'Your wallet signs first, so that the draft is yours.'
export const draftNotSaved = 'The draft was not saved.'
export const draftNotSavedAbout = 'Everything you typed is still here.'
export const draftFailed = 'Error creating agent'
export const draftFailedAbout = 'The draft was not saved. Everything you typed is still in the dialog.'
export const openDialog = 'Open'
