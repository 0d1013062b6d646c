import { counted } from '../../../lib/counted.ts'

/** The documents of an agent, and what was read of them. */

export const heading = 'Documents'
export const intro =
  'The agent answers from these documents and cites the exact passages. It finds passages by their words, not by their meaning, so a question works best in the words of the document.'
export const notLoaded = 'The documents could not be loaded.'
export const tryAgain = 'Try again'
export const loading = 'Loading the documents'
export const none = 'No documents yet. Without them, the agent answers from what its model knows.'
export const visitorsSee = 'Visitors who open a citation see'
export const onlyPassage = 'Only the cited passage'
export const wholeDocument = 'The whole document'
export const kinds = (most: string) => `PDF, DOCX, EPUB, HTML, Markdown, text or CSV, up to ${most} each.`
export const room = (used: { files: number; filesMost: number; size: string; sizeMost: string }) =>
  `${used.files} of ${used.filesMost} documents, ${used.size} of ${used.sizeMost} used.`

// Adding documents
export const chooseFiles = 'Choose files'
export const orDrop = 'or drop them here'
export const uploading = 'Uploading'
export const waitingToUpload = 'Waiting to upload'
export const uploadAgain = (name: string) => `Upload ${name} again`
export const leaveOut = (name: string) => `Leave ${name} out`
export const notAdded = (name: string, why: string) => `“${name}” was not added. ${why}`
export const uploadedLater = 'Will be uploaded when the agent is created'
export const chosenHint = (most: string) =>
  `What the agent answers from and cites: PDF, DOCX, EPUB, HTML, Markdown, text or CSV, up to ${most} each. It finds passages by their words, not by their meaning.`
export const createdWithoutAll = (name: string, why: string) =>
  `The agent was created, but not all of its documents were uploaded. “${name}”: ${why}`

// One document
export const rename = (name: string) => `Rename ${name}`
export const replace = (name: string) => `Replace ${name} with another file`
export const remove = (name: string) => `Remove ${name}`
export const nameLabel = 'Name'
export const problems = (count: number) =>
  count === 1 ? '1 problem while reading' : `${count} problems while reading`
export const removed = (name: string) => `${name} is removed.`
export const restored = (name: string) => `${name} is back.`
export const notRemoved = (name: string) => `${name} could not be removed.`
export const notRestored = (name: string) => `${name} could not be restored.`
export const notMoved = (name: string) => `${name} was not moved.`
export const notReplaced = (name: string) => `${name} was not replaced.`
export const visitorsUnchanged = 'What visitors see was not changed.'

// How far a document is read
export const waitingToRead = 'Waiting to be read'
export const reading = 'Reading'
export const readingPart = (done: number, of: number) => `Reading: ${done} of ${of}`
export const readyCount = (count: number) => `${counted(count, 'document')} ready`
export const readingCount = (count: number) => `${count} being read`
export const failedCount = (count: number) => `${count} could not be read`
export const pages = (count: number) => counted(count, 'page')
export const passages = (count: number) => counted(count, 'passage')

// What was read of a document
export const showText = (name: string) => `See what was read of ${name}`
export const whatWasRead = (name: string) => `What was read of ${name}`
export const whatWasReadHint =
  'This is the text that replies are made from. Each frame is a passage that a reply can cite.'
export const textNotLoaded = 'The text could not be loaded.'
export const loadingText = 'Loading the text'
export const textLabel = 'The text of the document'
export const notes = 'Could not be read well'
export const page = (number: number) => `Page ${number}`
export const passage = (number: number) => `Passage ${number}`
export const passageOver = (number: number, page: number) => `Passage ${number}, goes on to page ${page}`
export const nothingOnPage = 'Nothing was read on this page.'
export const nothingOnPages = (from: number, to: number) => `Pages ${from} to ${to}: nothing was read here.`
export const shown = (shown: number, of: number) =>
  `${shown.toLocaleString('en-US')} of ${counted(of, 'passage')} shown`
export const showMore = 'Show more'

// Try a search
export const trySearch = 'Try a search'
export const trySearchHint =
  'The search matches words, not meanings. When a question uses other words than the document, it finds the right passage about one time in three.'
export const searchLabel = 'Search the documents'
export const searchPlaceholder = 'Ask a question and press Enter'
export const passagesFound = (count: number) => `${counted(count, 'passage')} found`
export const searchFailed = 'The search did not work.'
export const nothingFound = 'No passage has these words. Try other words of the document.'
