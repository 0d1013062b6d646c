import { expect, test } from 'vitest'
import { findTerm, matchesFilter } from './glossary-filter.ts'
import { type GlossaryCategory, glossaryCategories, glossaryTerms } from './glossary-terms.ts'

const found = (query: string, category?: GlossaryCategory) =>
  glossaryTerms.filter((term) => matchesFilter(term, { query, category })).map((term) => term.term)

// §2.131, §9.15
test('nothing to search for finds all six terms', () => {
  expect(found('')).toHaveLength(6)
  expect(found('   ')).toHaveLength(6)
})

// §2.132
test('the search reads the term and the definition, in any case, and nothing else', () => {
  expect(found('QUBIT')).toEqual(['Qubit'])
  expect(found('too long a STEP')).toEqual(['Gradient Descent'])
  expect(found('electron'), 'an example').toEqual([])
  expect(found('Perceptron'), 'a related term').toEqual([])
  expect(found('Wikipedia'), 'the link').toEqual([])
})

test('the search takes what is typed as it is, not as a pattern', () => {
  expect(found('.*')).toEqual([])
  expect(found('(')).toEqual([])
})

// §2.133
test('search and category both have to fit', () => {
  expect(found('', 'TECH')).toEqual(['Qubit', 'Quantum Entanglement'])
  expect(found('network', 'AI')).toEqual(['Neural Network'])
  expect(found('qubit', 'ML')).toEqual([])
})

// §3.31
test('each category has terms, and each term leads to others and out to an article', () => {
  for (const category of glossaryCategories) expect(found('', category)).not.toEqual([])
  for (const term of glossaryTerms) {
    expect(term.examples).not.toEqual([])
    expect(term.relatedTerms).not.toContain(term.term)
    expect(term.relatedTerms.some(findTerm), term.term).toBe(true)
    expect(new URL(term.link).protocol).toBe('https:')
  }
})
