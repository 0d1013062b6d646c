import { categoryCapabilities, DEFAULT_ENTITY, DEFAULT_KNOWLEDGE_DOMAINS } from './agent-defaults.ts'

type Skilled = { capabilities: readonly string[]; knowledgeDomains: readonly string[] }

const QUESTIONS = 3

/** First questions about the capabilities of the catalogue (section 3); others have a question made of their name. */
const aboutCapability: Readonly<Record<string, string>> = {
  'blog writing': 'What could I write a blog post about?',
  'technical writing': 'How do I explain a technical thing simply?',
  'creative writing': 'Give me a first line to write a story from.',
  'content editing': 'What do you look at first when you edit a text?',
  'seo optimization': 'What makes a page easy to find?',
  'data analysis': 'What should I check in my data first?',
  'market research': 'How do I find out whether people want this?',
  'competitive analysis': 'How do I compare my idea with what exists?',
  'trend analysis': 'How do I tell a trend from noise?',
  'academic research': 'How do I find good sources on a question?',
  'code review': 'What do you look for in a code review?',
  debugging: 'How do I find a bug that comes and goes?',
  'architecture design': 'Which questions come before an architecture?',
  'api documentation': 'What belongs in the documentation of an API?',
  'testing strategy': 'What should I test first?',
  'business planning': 'What does a business plan have to answer?',
  'strategy development': 'How do I turn a goal into a strategy?',
  'project management': 'How do I plan a project that is already late?',
  'risk assessment': 'What could go wrong with my plan?',
  'financial analysis': 'Which figures say most about a company?',
  'course creation': 'How do I turn what I know into a course?',
  'tutorial writing': 'How does a good tutorial begin?',
  'learning assessment': 'How can I find out what I really understood?',
  'curriculum design': 'Make me a study plan for four weeks.',
  'knowledge testing': 'Ask me something, and tell me how I did.',
}

const general = [
  'What can you do for me?',
  'What should I tell you first?',
  'Show me an example of what you do.',
]

/** What any agent is given says nothing about one. */
const givenCapabilities: ReadonlySet<string> = new Set([
  ...Object.values(categoryCapabilities).flat(),
  ...DEFAULT_ENTITY.capabilities,
])
const givenDomains: ReadonlySet<string> = new Set([
  ...splitByComma(DEFAULT_KNOWLEDGE_DOMAINS),
  ...DEFAULT_ENTITY.knowledgeDomains,
])

function splitByComma(text: string): string[] {
  return text.split(',').map((part) => part.trim())
}

/** Only what its maker chose, without what any agent is given. */
export function chosenSkills(agent: Skilled): { capabilities: string[]; knowledgeDomains: string[] } {
  return {
    capabilities: agent.capabilities.filter((name) => !givenCapabilities.has(name)),
    knowledgeDomains: agent.knowledgeDomains.filter((name) => !givenDomains.has(name)),
  }
}

/** Own capabilities come before those of the catalogue; the last question fits any agent. */
export function firstQuestions(agent: Skilled): string[] {
  const { capabilities, knowledgeDomains } = chosenSkills(agent)
  const inCatalogue = (name: string) => aboutCapability[name.toLowerCase()]
  const [capability, other] = [
    ...capabilities.filter((name) => !inCatalogue(name)).map((name) => `Show me an example of ${name}.`),
    ...capabilities.flatMap((name) => inCatalogue(name) ?? []),
  ]
  const [domain, otherDomain] = knowledgeDomains.map((name) => `Where do I start with ${name}?`)
  const own = [capability, domain, other, otherDomain].filter((question) => question !== undefined)
  return [...own.slice(0, QUESTIONS - 1), ...general].slice(0, QUESTIONS)
}

/** Questions about the agent itself that the offline engine (`llm/offline/compose-answer.ts`) recognises. */
export function questionsWithoutModel(
  agent: Skilled & { personality: string; documents: number },
  asked: readonly string[] = [],
): string[] {
  return [
    'Who are you?',
    ...(agent.documents > 0 ? ['Which documents do you have?'] : []),
    ...(agent.capabilities.length > 0 ? ['What can you do?'] : []),
    ...(agent.knowledgeDomains.length > 0 ? ['What do you know?'] : []),
    ...(agent.personality.trim() === '' ? [] : ['How do you talk?']),
  ]
    .filter((question) => !asked.includes(question))
    .slice(0, QUESTIONS)
}
