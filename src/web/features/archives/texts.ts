/** What people read around the archives' files and the glossary's terms, which are in their own files. */
export const title = 'Restricted Access Zone'
export const summary =
  'The lost archives: sixteen sample files on neural networks, quantum computing, cognition and security.'
export const about = 'Files recovered from the lost archives, and the terms you need to read them.'
export const tabs = 'Archives'
export const archives = 'Neural Archives'
export const glossary = 'Tech Glossary'
export const glossarySummary =
  'Six terms of AI, machine learning and quantum technology, each in two plain sentences.'
export const fileCount = (count: number) => `${count} files`
export const status = 'Status: '
export const securityNotice = 'Security notice'
export const securityNoticeAbout =
  'This zone is read-only. The files are samples that each explain one idea; they can’t be opened or downloaded, and you don’t need a wallet to read about them. Links in the glossary lead to other sites.'
export const searchPlaceholder = 'Search the glossary...'
export const searchLabel = 'Search the glossary by term or definition'
export const categories = 'Category'
export const all = 'All'
export const termCount = (count: number) => (count === 1 ? '1 term' : `${count} terms`)
export const noTerm = 'No matching term'
export const noTermAbout = 'Nothing in the glossary matches. Try a shorter search, or all categories.'
export const clear = 'Clear the filter'
export const examples = 'Examples'
export const related = 'Related terms'
export const onWikipedia = (term: string) => `${term} on Wikipedia`
export const newTab = '(opens in a new tab)'
