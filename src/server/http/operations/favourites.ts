import { json, type Operation } from './operation.ts'

/** The agents that a wallet keeps at hand. */
export const favouritesOperations: Operation[] = [
  {
    method: 'get',
    path: '/api/me/favourites',
    tag: 'agents',
    summary: "The wallet's favourites that it can see, kept last first",
    signedIn: true,
    answers: { 200: json('All of them.', 'FavouriteAgents') },
    errors: [],
  },
  {
    method: 'put',
    path: '/api/agents/{id}/favourite',
    tag: 'agents',
    summary: 'Keep an agent at hand',
    signedIn: true,
    answers: { 200: json('It is a favourite.', 'Favourite') },
    errors: ['not_found', 'conflict'],
  },
  {
    method: 'delete',
    path: '/api/agents/{id}/favourite',
    tag: 'agents',
    summary: 'Let go of a favourite',
    signedIn: true,
    answers: { 200: json('It is none.', 'Favourite') },
    errors: ['not_found'],
  },
]
