import type { Effort } from '../../../../shared/models/model-ref.ts'
import { counted } from '../../../lib/counted.ts'

/** The fields of all forms of agents (section 5). */

export const handleField = 'Handle'
export const handleHint = (least: number, most: number) =>
  `Its unique name in other apps, such as night-owl: ${least} to ${most} lowercase letters, digits, - and _. Leave it empty to get one from its name. Earlier handles keep working.`
export const instructionsField = 'Custom instructions'
export const listHint = (most: number) => `Separate them with commas. Up to ${most}.`
export const listHintWithDefault = (most: number, fallback: string) =>
  `Separate them with commas. Up to ${most}. If empty: ${fallback}.`
export const tokenHint = 'The mint address of its token on pump.fun, if it has one.'
export const drawPortrait = 'Draw a portrait'
export const drawAnother = 'Draw another'
export const drawing = 'Drawing'
export const portraitNotDrawn = 'The portrait could not be drawn. Choose a file, or try again.'
export const drawnPortrait = 'A drawn portrait'
export const declined = 'The wallet did not sign, so nothing was sent.'
export const declinedAbout =
  'Your signature proves that the agent is yours, and it costs nothing. Everything you typed is still here.'
export const sectionFaulty = 'Something in here needs to be corrected'
export const toolsSummary = (own: number, servers: number) =>
  own + servers === 0
    ? 'Only answer'
    : [own > 0 && counted(own, 'tool'), servers > 0 && `the tools of ${counted(servers, 'server')}`]
        .filter(Boolean)
        .join(' and ')
export const modelOfPlace = 'As this place has it'
export const whichModel = 'Which model answers'
export const modelHint = 'What writes the replies. This place pays for its own models.'
export const ownKeyHint = 'You pay for what people ask it, within the caps of your key.'
export const modelGoneHint =
  'This model is not here any more. Until you choose another one, this place’s own answers.'
export const modelSettings = 'Temperature, length and effort'
export const asUsual = 'As usual'
export const temperature = 'Temperature'
export const temperatureHint = '0 to 2. Higher is more surprising.'
export const temperatureIs = (value: number) => `temperature ${value}`
export const replyLength = 'Longest reply'
export const replyLengthHint = 'In tokens, 64 to 8,000. A word is about one and a half.'
export const lengthIs = (tokens: string) => `up to ${tokens} tokens`
export const effort = 'How hard it thinks'
export const effortNames: Record<Effort, string> = {
  none: 'Not at all',
  low: 'A little',
  medium: 'Some',
  high: 'Hard',
}
export const effortIs = (effort: string) => `thinks ${effort}`
