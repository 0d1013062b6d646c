import { briefListQuerySchema } from '../../../shared/social.ts'
import { bodyErrors, done, json, listErrors, type Operation } from './operation.ts'

/** Drafts of posts, and the briefs that a wallet keeps: another wallet's, or deleted, is `not_found` everywhere. */
export const socialOperations: Operation[] = [
  {
    method: 'post',
    path: '/api/social/drafts',
    tag: 'social',
    summary: 'Have an agent write one draft of a post; it streams, and closing the connection stops it',
    body: { json: 'DraftRequest' },
    answers: { 200: { description: 'The draft, event by event.', content: { events: 'ReplyEvent' } } },
    errors: [...bodyErrors, 'not_found'],
  },
  {
    method: 'get',
    path: '/api/me/briefs',
    tag: 'social',
    summary: "The wallet's own briefs with their drafts, stored last first",
    signedIn: true,
    query: briefListQuerySchema,
    answers: { 200: json('A page of briefs.', 'BriefPage') },
    errors: listErrors,
  },
  {
    method: 'get',
    path: '/api/me/briefs/{id}',
    tag: 'social',
    summary: 'One brief with its drafts',
    signedIn: true,
    answers: { 200: json('The brief.', 'StoredBrief') },
    errors: ['not_found'],
  },
  {
    method: 'put',
    path: '/api/me/briefs/{id}',
    tag: 'social',
    summary: 'Keep a brief with its drafts, as a new one or in place of the revision that it follows',
    signedIn: true,
    body: { json: 'KeptBrief' },
    answers: {
      201: json('The new brief.', 'StoredBrief'),
      200: json('The brief as it is now.', 'StoredBrief'),
    },
    errors: [...bodyErrors, 'not_found', 'conflict', 'briefs_full', 'quota_reached'],
  },
  {
    method: 'delete',
    path: '/api/me/briefs/{id}',
    tag: 'social',
    summary: 'Delete a brief, which can be undone for ten seconds',
    signedIn: true,
    answers: { 204: done('It is deleted.') },
    errors: ['not_found'],
  },
  {
    method: 'post',
    path: '/api/me/briefs/{id}/restore',
    tag: 'social',
    summary: 'Undo the deletion of a brief',
    signedIn: true,
    answers: { 200: json('The brief.', 'StoredBrief') },
    errors: ['not_found', 'undo_expired'],
  },
]
