import {
  createHighlighterCore,
  type HighlighterCore,
  type LanguageInput,
  type ThemeRegistration,
} from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'

export type ColouredLine = { content: string; color?: string | undefined; offset: number }[]

/** In characters; highlighting more would block the page. */
const MAX_CODE = 30_000

/** Each is its own chunk, which loads with the first block of its language. */
const grammars: Record<string, LanguageInput> = {
  // The TSX grammar also reads JSX, TypeScript and JavaScript.
  tsx: () => import('shiki/langs/tsx.mjs'),
  python: () => import('shiki/langs/python.mjs'),
  shellscript: () => import('shiki/langs/shellscript.mjs'),
  json: () => import('shiki/langs/json.mjs'),
  html: () => import('shiki/langs/html.mjs'),
  css: () => import('shiki/langs/css.mjs'),
  sql: () => import('shiki/langs/sql.mjs'),
  rust: () => import('shiki/langs/rust.mjs'),
  go: () => import('shiki/langs/go.mjs'),
  java: () => import('shiki/langs/java.mjs'),
  c: () => import('shiki/langs/c.mjs'),
  yaml: () => import('shiki/langs/yaml.mjs'),
}

const otherNames: Record<string, string> = {
  js: 'tsx',
  javascript: 'tsx',
  mjs: 'tsx',
  jsx: 'tsx',
  ts: 'tsx',
  typescript: 'tsx',
  py: 'python',
  sh: 'shellscript',
  bash: 'shellscript',
  shell: 'shellscript',
  zsh: 'shellscript',
  console: 'shellscript',
  jsonc: 'json',
  xml: 'html',
  svg: 'html',
  rs: 'rust',
  golang: 'go',
  h: 'c',
  yml: 'yaml',
}

let highlighter: Promise<HighlighterCore> | undefined

/**
 * @param language the language of a fenced block, in any case
 * @returns undefined if the language is not bundled or the code is too long
 */
export async function highlight(code: string, language: string): Promise<ColouredLine[] | undefined> {
  const name = language.toLowerCase()
  const grammar = Object.hasOwn(otherNames, name) ? otherNames[name] : name
  if (grammar === undefined || code.length > MAX_CODE || !Object.hasOwn(grammars, grammar)) return undefined
  highlighter ??= createHighlighterCore({
    themes: [codeTheme],
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  })
  const ready = await highlighter
  const input = grammars[grammar]
  if (input) await ready.loadLanguage(input)
  return ready.codeToTokensBase(code, {
    lang: grammar,
    theme: 'bionic',
    tokenizeMaxLineLength: 2_000,
    // The first line waits for the grammar: within a limit of time, a slow machine would colour it wrongly for good.
    tokenizeTimeLimit: 0,
  })
}

/** Every colour has a contrast of at least 4.5:1 on the block's background. */
const codeTheme: ThemeRegistration = {
  name: 'bionic',
  type: 'dark',
  colors: { 'editor.background': '#03060b', 'editor.foreground': '#d3e8f7' },
  settings: [
    { settings: { foreground: '#d3e8f7' } },
    { scope: ['comment', 'punctuation.definition.comment'], settings: { foreground: '#7e96ab' } },
    { scope: ['string', 'markup.inline.raw'], settings: { foreground: '#8df0c0' } },
    {
      scope: ['constant.numeric', 'constant.language', 'constant.character', 'support.constant'],
      settings: { foreground: '#ffd98a' },
    },
    {
      scope: ['keyword', 'storage', 'keyword.operator.new', 'keyword.operator.expression'],
      settings: { foreground: '#ff8ae6' },
    },
    { scope: ['keyword.operator', 'punctuation'], settings: { foreground: '#a9c0d4' } },
    {
      scope: ['entity.name.function', 'support.function', 'meta.function-call.generic'],
      settings: { foreground: '#6feeff' },
    },
    {
      scope: ['entity.name.type', 'entity.name.class', 'support.type', 'support.class', 'entity.name.tag'],
      settings: { foreground: '#bba4ff' },
    },
    {
      scope: ['entity.other.attribute-name', 'variable.parameter', 'support.type.property-name'],
      settings: { foreground: '#a8dcff' },
    },
    { scope: ['string.regexp'], settings: { foreground: '#ffb3a0' } },
  ],
}
