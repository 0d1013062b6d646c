import { counted } from '../../lib/counted.ts'

/** What people read about their own keys for models, in the order of the screen. */

export const loading = 'Loading your model keys'
export const count = (keys: number) => counted(keys, 'key', 'keys')
export const failed = 'Your model keys could not be loaded'
export const none = 'You have no model keys yet. Replies come from what this place offers.'
export const add = 'Add a key'
export const full = (most: number) => `You have ${most} keys, which is the most. Remove one to add another.`
export const kept = {
  setting: 'Keys are stored encrypted, under a secret that whoever runs this place has set.',
  file: 'Keys are stored encrypted, under a secret that this server made for itself and keeps in a file.',
}
export const neverShown =
  'They are sent to their provider and nowhere else. Nobody can read them here again, not even you.'

// A key
export const nameLabel = 'Name of the key'
export const ending = (last: string) => `…${last}`
export const models = 'Models'
export const modelsCount = (number: number) => (number === 0 ? 'not listed' : number.toLocaleString('en-US'))
export const today = 'Today'
export const words = (number: number) => counted(number, 'word', 'words')
export const wordsOf = (number: number, cap: number) => `${number.toLocaleString('en-US')} of ${words(cap)}`
export const money = (cents: number) =>
  (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
export const moneyOf = (cents: number, cap: number) => `${money(cents)} of ${money(cap)}`
export const upTo = (cap: number) => `up to ${money(cap)}`
export const each = 'Each person'
export const eachCap = (cap: number) => `${words(cap)} a day`
export const lastUsed = 'Last used'
export const neverUsed = 'never'
export const rename = 'Rename'
export const limits = 'Limits'
export const refresh = 'List models'
export const refreshing = 'Listing'
export const refreshed = (name: string, number: number) => `${name}: ${counted(number, 'model', 'models')}`
export const notRefreshed = (why: string) => `The models could not be listed. ${why}`
export const remove = 'Remove'
export const removeTitle = (name: string) => `Remove ${name}?`
export const removeAbout =
  'Replies that are running on it end at once. What used its models answers with what this place offers. To have it back, you need the key itself.'
export const removeConfirm = 'Remove key'
export const removing = 'Removing'
export const keep = 'Keep key'
export const notRemoved = 'The key was not removed'
export const removed = (name: string) => `Removed: ${name}`

// A new key
export const newTitle = 'Add a model key'
export const newAbout = 'With your own key you choose from all models that it opens. Its provider bills you.'
export const provider = 'Provider'
export const custom = 'Another one'
export const chooseProvider = 'Choose a provider.'
export const address = 'Address'
export const addressHint = 'Where the provider’s API is, such as https://models.example/v1.'
export const protocol = 'Protocol'
export const protocols = [
  { value: 'chat', label: 'Chat completions' },
  { value: 'responses', label: 'Responses' },
  { value: 'messages', label: 'Messages' },
] as const
export const key = 'Key'
export const keyHint = 'It is tried at once, which costs nothing, and never shown again.'
export const getKey = (name: string) => `Get a key from ${name}`
export const name = 'Name'
export const nameHint = 'For you to recognise it by.'
export const testing = 'Trying the key'
export const testingAbout = 'Asking the provider which models it offers.'
export const addThis = 'Add key'
export const notAdded = 'The key was not added'
export const needsWallet = 'A key belongs to a wallet. Sign in, and what you typed will still be here.'
export const added = (keyName: string, number: number) =>
  number === 0
    ? `Added: ${keyName}. Its provider lists no models, so type their names.`
    : `Added: ${keyName}, with ${counted(number, 'model', 'models')}`

// Limits
export const limitsTitle = (keyName: string) => `Limits of ${keyName}`
export const limitsAbout =
  'For each day, counted until midnight UTC. Leave a field empty for no limit. A reply that is running is finished.'
export const wordsLimit = 'Words a day'
export const wordsLimitHint = 'All words that are answered on this key.'
export const moneyLimit = 'Dollars a day'
export const moneyLimitHint =
  'Counted where the prices of a model are known; replies of others are not counted.'
export const eachLimit = 'Words a day for each person'
export const eachLimitHint = 'Of everyone else who talks with your agents while this key pays.'
export const notANumber = 'Enter a whole number, or leave it empty.'
export const notMoney = 'Enter an amount such as 2.50, or leave it empty.'
export const saveLimits = 'Save limits'
export const saving = 'Saving'
export const limitsNotSaved = 'The limits were not saved'
export const limitsSaved = (keyName: string) => `Limits of ${keyName} saved`
