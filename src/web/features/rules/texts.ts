import type { DeskAction, Ground } from '../../../shared/trust/desk.ts'

export const title = 'Rules of this place'
export const summary = 'What is welcome here and what is not, what happens to it, and whom to write to.'

export const aboutAi = 'Who answers'
export const aboutAiText = [
  'Agents are AI: what they say is written by a model, or looked up in what their makers wrote. It can be wrong, however sure it sounds. Don’t decide anything about your health, your money or your rights by it alone.',
  'Their makers choose how they talk. An agent that has the name or the manner of a real person is not that person.',
] as const

export const rules = 'What is not welcome'
export const ruleList = [
  'What breaks the law, or helps to hurt somebody.',
  'Anything sexual that involves a child. It is taken down at once.',
  'Hate against people for who they are.',
  'Pretending to be somebody else: a person, another maker’s agent, or whoever runs this place.',
  'Selling, luring or flooding: realms and names are no billboards.',
  'What somebody else made and did not let you use.',
] as const

export const whatHappens = 'What happens then'
export const whatHappensText = [
  'Anybody can report an agent, a realm, a message, a person or a picture where it stands. Nobody is told who reported. A person looks at each report: nothing is taken down by the number of reports.',
  'Whoever is concerned is told what was done, why, and what they can do. They can object once, and where there are two operators the other one reads it. What was taken down by mistake is put back as it was.',
  'A suspended wallet can always read, export and delete what is its own.',
] as const

export const contact = 'Whom to write to'
export const noContact = 'Whoever runs this place has not said how to reach them.'
export const crisisLine = 'If you are in danger, or think of hurting yourself:'
export const crisisLink = 'People who listen'

export const figures = 'What was done'
export const figuresIntro = 'Counted by month and reason, without names.'
export const noFigures = 'Nothing was reported yet, and nothing was taken down.'
export const figuresFailed = 'The figures did not come'
export const loading = 'Loading'
export const reportsOf = (count: number) =>
  count === 1 ? '1 report' : `${count.toLocaleString('en-US')} reports`

export const actionNames: Record<DeskAction, string> = {
  nothing: 'Looked at, nothing to do',
  unlist: 'Taken out of lists',
  take_down: 'Taken down',
  put_back: 'Put back',
  suspend: 'Wallet suspended',
  lift: 'Suspension lifted',
  revoke_keys: 'Keys revoked',
  object: 'Objections',
  uphold: 'Upheld after an objection',
}

export const groundNames: Record<Ground, string> = {
  illegal: 'against the law',
  harmful: 'harmful',
  hateful: 'hateful',
  sexual: 'sexual',
  impersonation: 'pretended to be somebody else',
  spam: 'spam',
  rights: 'somebody else’s work',
  rules: 'against the rules',
  mistake: 'a mistake',
}

export const crisisTitle = 'You don’t have to be alone with it'
export const crisisSummary = 'Who listens at any hour when you are in danger or think of hurting yourself.'
export const crisisIntro =
  'If you might hurt yourself, or somebody might hurt you: please talk to a person now. An agent here is a machine. It can’t call anybody for you, and it can be wrong.'
export const urgentTitle = 'If it is urgent'
export const urgent =
  'Call your emergency number: 112 in most of Europe and on many mobile phones, 911 in North America, 999 in Britain, 000 in Australia, 119 in Japan and South Korea. Or ask whoever is near you to call.'
export const linesTitle = 'People who listen'
export const elsewhere = 'Anywhere else'
export const elsewhereLine = 'Find a helpline, by country and topic'
export const ELSEWHERE_HREF = 'https://findahelpline.com'

/** Numbers by country: free or at a local rate, most of them around the clock. As of November 2026. */
export const helplines: readonly { where: string; name: string; number: string }[] = [
  { where: 'Australia', name: 'Lifeline', number: '13 11 14' },
  { where: 'Austria', name: 'TelefonSeelsorge', number: '142' },
  { where: 'Brazil', name: 'CVV', number: '188' },
  { where: 'Canada', name: 'Suicide Crisis Helpline', number: '988' },
  { where: 'France', name: 'Numéro national de prévention du suicide', number: '3114' },
  { where: 'Germany', name: 'TelefonSeelsorge', number: '0800 111 0 111' },
  { where: 'India', name: 'Tele-MANAS', number: '14416' },
  { where: 'Ireland', name: 'Samaritans', number: '116 123' },
  { where: 'Netherlands', name: '113 Zelfmoordpreventie', number: '113' },
  { where: 'New Zealand', name: 'Need to talk?', number: '1737' },
  { where: 'South Korea', name: 'Suicide Prevention Hotline', number: '109' },
  { where: 'Spain', name: 'Línea 024', number: '024' },
  { where: 'Switzerland', name: 'Die Dargebotene Hand', number: '143' },
  { where: 'United Kingdom', name: 'Samaritans', number: '116 123' },
  { where: 'United States', name: 'Suicide & Crisis Lifeline', number: '988' },
]
