import { figuresQuerySchema } from '../../../shared/figures.ts'
import { json, type Operation } from './operation.ts'

/** `/api/me/figures`: of the wallet's own agents, never a word of what was said. */
export const figuresOperations: Operation[] = [
  {
    method: 'get',
    path: '/api/me/figures',
    tag: 'figures',
    summary:
      "What happened with the wallet's own agents in a window, with one of them or with all, each on its own too",
    signedIn: true,
    query: figuresQuerySchema,
    answers: { 200: json('The figures.', 'Figures') },
    errors: ['not_found', 'validation_failed'],
  },
  {
    method: 'get',
    path: '/api/me/figures.csv',
    tag: 'figures',
    summary: 'The same as a table: a row for each hour or day, one for the window, one for each agent',
    signedIn: true,
    query: figuresQuerySchema,
    answers: { 200: { description: 'The file.', content: { bytes: 'text/csv' } } },
    errors: ['not_found', 'validation_failed'],
  },
]
