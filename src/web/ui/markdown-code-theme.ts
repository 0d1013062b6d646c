import type { ThemeRegistration } from 'shiki/core'

/** Code in the look's own lights; every colour keeps 4.5:1 on the block's ground. */
export const codeTheme: ThemeRegistration = {
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
