import type { RatingReason } from '../../../../shared/agents/ratings.ts'

export const title = 'What people think'
export const loading = 'Loading what people think'
export const failed = 'What people think could not be loaded'
export const nobody = 'Nobody has rated it yet.'
const people = (count: number) => (count === 1 ? 'One person' : `${count.toLocaleString('en-US')} people`)
export const early = (count: number) => `${people(count)} rated it. It’s too early to say more.`
/** A lower bound, so that few voices are not said as surely as many. */
export const likedBy = (share: number, count: number) =>
  `At least ${Math.round(share * 100)} in 100 people like it, going by the ${count.toLocaleString('en-US')} who talked with it and rated it.`
export const before = (count: number, all: number) =>
  `${count.toLocaleString('en-US')} of ${all.toLocaleString('en-US')} rated it before it last changed.`
export const talkFirst = 'You can rate it after three of its replies.'
export const rateIt = 'Rate it'
export const changeRating = 'Change your rating'
export const yourThumb = 'Do you like it?'
export const thumbs = { up: 'I like it', down: 'I don’t like it' }
export const why = 'Why (if you want to say)'
export const reasons: Record<RatingReason, string> = {
  helpful: 'Helpful',
  in_character: 'Stays in character',
  wrong: 'Says wrong things',
  unpleasant: 'Unpleasant',
}
export const words = 'In your words'
export const wordsHint = 'Everybody can read this, with your name or your wallet’s address beside it.'
export const save = 'Save rating'
export const saving = 'Saving'
export const remove = 'Remove rating'
export const removing = 'Removing'
export const cancel = 'Cancel'
export const notSaved = 'Your rating was not saved.'
export const notRemoved = 'Your rating was not removed.'
export const saved = 'Your rating is saved.'
export const removed = 'Your rating is removed.'
export const chooseThumb = 'Choose whether you like it.'
export const wordsAreDown = 'Your words were taken down. Nobody else can read them; your thumb still counts.'
export const likes = 'Likes it'
export const dislikes = 'Doesn’t like it'
export const isBefore = 'before it last changed'
export const makersAnswer = 'The maker answers'
export const answer = 'Answer'
export const answerTo = (name: string) => `Answer ${name}`
export const yourAnswer = 'Your answer'
export const answerHint = 'You can answer once, and everybody can read it.'
export const sendAnswer = 'Send answer'
export const notAnswered = 'Your answer was not sent.'
export const wordsOf = (name: string) => `what ${name} wrote`
export const ratingsCount = (count: number) => (count === 1 ? 'One person wrote' : `${count} people wrote`)
