import { toolLimits } from '../../../shared/tools/tool-states.ts'
import { rarity, saturated } from '../knowledge/bm25.ts'
import { searchWords } from '../knowledge/passages/search-words.ts'
import { digestOf } from '../tools/digests.ts'
import { CALL_TOOL } from '../tools/meant-tool.ts'
import type { Tool } from '../tools/tool.ts'

const FOUND = 5

/** So long a description is told to a model that looks for tools. */
const DESCRIPTION = 600

/**
 * Lists so many tools as two: one that finds them, and one that calls what was found. Both are always the same, so that
 * a prompt with them can be cached. What is called asks for consent under its own name and pin.
 */
export function foldTools(tools: readonly Tool[]): readonly Tool[] {
  return [findTool(tools), callTool(tools)]
}

function findTool(tools: readonly Tool[]): Tool {
  const offered = {
    name: 'find_tools',
    title: 'Find tools',
    origin: null,
    description:
      'Finds tools of other servers by what they do. Answers their names, what they do and their parameters; call them with call_tool.',
    parameters: {
      type: 'object',
      properties: { query: { type: 'string', description: 'What the tool should do, in a few words.' } },
      required: ['query'],
    },
  }
  return {
    ...offered,
    pin: digestOf(offered),
    kind: 'pure',
    marks: { untrusted: false, private: false },
    async run({ query }) {
      if (typeof query !== 'string' || query.trim() === '')
        return { kind: 'failed', why: 'Say in "query" what the tool should do.' }
      const found = rankTools(tools, query).slice(0, FOUND)
      if (found.length === 0)
        return { kind: 'done', text: `No tool matches. There are ${tools.length}; ask in other words.` }
      const told = found.map(({ name, description, parameters }) => ({
        ...{ name, description: description.slice(0, DESCRIPTION), parameters },
      }))
      const text = JSON.stringify(told, null, 1)
      return { kind: 'done', text: text.slice(0, toolLimits.resultCharacters) }
    },
  }
}

function callTool(tools: readonly Tool[]): Tool {
  const byName = new Map(tools.map((tool) => [tool.name, tool]))
  const offered = {
    name: CALL_TOOL,
    title: 'Call a tool',
    origin: null,
    description: 'Calls a tool that find_tools has found.',
    parameters: {
      type: 'object',
      properties: {
        name: { type: 'string', description: 'As find_tools said it.' },
        arguments: { type: 'object', description: 'By the parameters that find_tools said.' },
      },
      required: ['name', 'arguments'],
    },
  }
  return {
    ...offered,
    pin: digestOf(offered),
    kind: 'acts',
    marks: { untrusted: true, private: true },
    async resolve({ name, arguments: args }) {
      const tool = typeof name === 'string' ? byName.get(name) : undefined
      const isObject = typeof args === 'object' && args !== null && !Array.isArray(args)
      return tool && isObject ? { tool, args: args as Record<string, unknown> } : null
    },
    // What it resolves to is run in its place; it does nothing itself, whatever was allowed.
    async run() {
      return { kind: 'failed', why: 'There is no tool of this name. Find one with find_tools.' }
    },
  }
}

const termsOf = (text: string): string[] =>
  searchWords(text.replace(/([a-z])([A-Z])/g, '$1 $2'))
    .split(' ')
    .filter((term) => term !== '')
    .map(stemOf)

/** One and several of a thing are one term: file and files, query and queries, address and addresses. */
const stemOf = (term: string) =>
  term.length > 3 ? term.replace(/(?<=[^aeiou])y$/, 'i').replace(/(?:es|e|(?<!s)s)$/, '') : term

/** The tools that share a word with the question, the best first (BM25 over names, titles and descriptions). */
function rankTools(tools: readonly Tool[], query: string): Tool[] {
  const texts = tools.map(({ name, title, description }) =>
    termsOf(`${name} ${name} ${title} ${description}`),
  )
  const mean = texts.reduce((sum, terms) => sum + terms.length, 0) / Math.max(1, texts.length)
  const asked = [...new Set(termsOf(query))]
  const rarities = asked.map((term) => {
    const found = texts.filter((terms) => terms.includes(term)).length
    return rarity(texts.length, found)
  })
  const scored = tools.map((tool, at) => {
    const terms = texts[at] ?? []
    const score = asked.reduce((sum, term, nth) => {
      const frequency = terms.filter((one) => one === term).length
      return sum + (rarities[nth] ?? 0) * saturated(frequency, terms.length / mean)
    }, 0)
    return { tool, score }
  })
  return scored
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score || (one.tool.name < other.tool.name ? -1 : 1))
    .map(({ tool }) => tool)
}
