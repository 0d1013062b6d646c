import type { Payer } from '../../../shared/models/model-ref.ts'

export const remembers = (tokens: string) => `${tokens} tokens`
export const sees = 'sees pictures'
export const reasons = 'thinks first'
export const costs = (input: string, output: string) => `${input} in, ${output} out per million`

export const paysFor: Record<Payer, string> = {
  place: 'This place pays',
  owner: 'The agent’s maker pays',
  person: 'Your key pays',
}
export const thisPlace = 'Models of this place'
export const yourKeys = 'Your keys'
export const searchModels = 'Search models'
export const searchPlaceholder = 'Name or provider'
export const noMatch = (search: string) => `No model has “${search}” in its name.`
export const loadingModels = 'Loading the models'
export const modelsNotLoaded = 'The models could not be loaded.'
export const nothingToChoose = 'This place has no models to choose from.'
export const addKeyHint = 'Add a key of your own to choose among its models.'
export const addKey = 'Add a key'
export const signInHint = 'Sign in to use a key of your own.'

// The model of a reply
export const modelOfReply = 'Model'
export const modelAsked = 'Asked'
export const modelAnswered = 'Answered'
export const secondChoice = 'Second choice'
export const secondChoices = {
  busy: 'The first choice was too busy, so this model answered.',
  failed: 'The first choice failed, so this model answered.',
} as const
export const provider = 'Provider'
export const tokens = 'Tokens'
export const tokensRead = (count: string) => `${count} read`
export const tokensCached = (count: string, cached: string) => `${count} read (${cached} from its cache)`
export const tokensWritten = (count: string) => `${count} written`
export const tokensThought = (count: string, thoughts: string) => `${count} written (${thoughts} to think)`
export const time = 'Time'
export const timeThinking = (whole: string, thinking: string) => `${whole}, ${thinking} of it thinking`
export const price = 'Price'
export const priceUnknown = 'Not known'
export const hardlyAnything = 'less than $0.0001'
export const paidBy = 'Paid by'
export const payers = {
  place: 'This place',
  owner: 'Whoever made this agent',
  person: 'You, with your own key',
} as const
export const payersToOthers = { ...payers, person: 'Whoever asked, with their own key' } as const
