import { fullDayAndTime } from '../../../lib/clock.ts'

export const section = 'Signature'
export const unsigned = 'Unsigned.'
export const draft = 'A draft can be signed once it’s published.'
export const signedBy = (who: string, at: string) => `Signed by ${who} on ${fullDayAndTime(new Date(at))}.`
export const formerOwner = (who: string) => `${who} owned it then.`
export const changed = 'Changed since it was signed.'
export const checking = 'Checking the signature…'
export const verified = 'Checked here: this is what was signed.'
export const notVerified = 'The signature doesn’t match what this page shows.'
export const cannotCheck = 'This browser can’t check it. Everyone can, with the file of a card.'
export const signedElsewhere = (who: string, place: string) => `Brought here signed by ${who} at ${place}.`
export const changedSinceBrought = 'Changed since.'
export const sign = 'Sign this version'
export const signing = 'Signing…'
export const signHint = 'Your wallet signs that this version is yours. It costs nothing.'
export const signedNow = (name: string) => `You signed this version of ${name}.`
export const notSigned = (why: string) => `It stays unsigned. ${why}`
export const declined = (name: string) => `${name} stays unsigned. You can sign it later.`
export const version = (hash: string) => `Version ${hash.slice(0, 8)}`
export const versions = 'Published versions'
export const isUnsigned = 'unsigned'
export const isSigned = 'signed'
export const copyOf = 'A copy of'
export const by = 'by'
export const withPermission = ', with permission.'
export const cardSaysCopyOf = 'Its card says that it’s a copy of'
export const allows = 'Let others copy it'
export const allowsHint =
  'They get its texts, its persona and its lorebook, never its documents. Their copy names you.'
export const notChanged = 'That could not be saved.'
export const makeCopy = 'Make a copy'
export const copying = 'Copying…'
export const copied = (name: string) => `${name} is a draft of yours now.`
export const notCopied = (why: string) => `It could not be copied. ${why}`
export const dialogTitle = (name: string) => `Signature and copies of ${name}`
export const published = (name: string) => `${name} is public now.`
export const publishedDormant = (name: string) =>
  `${name} is public, but dormant: nobody finds it until you show it.`
export const notPublished = (why: string) => `The agent could not be published. ${why}`
