import { done, json, type Operation } from './operation.ts'

/** `/api/session`. */
export const sessionOperations: Operation[] = [
  {
    method: 'get',
    path: '/api/session',
    tag: 'session',
    summary: 'Who is signed in',
    answers: { 200: json('The session, or null for a visitor.', 'CurrentSession') },
    errors: [],
  },
  {
    method: 'post',
    path: '/api/session/nonce',
    tag: 'session',
    summary: 'Begin a sign-in: what the wallet is asked to sign',
    body: { json: 'NonceRequest' },
    answers: { 200: json('The input of Sign-In With Solana.', 'SignInInput') },
    errors: ['malformed_json', 'validation_failed', 'sign_in_rejected'],
  },
  {
    method: 'post',
    path: '/api/session',
    tag: 'session',
    summary: 'End a sign-in with what the wallet signed',
    body: { json: 'SignInProof' },
    answers: { 200: json('The session; its cookie comes with it.', 'CurrentSession') },
    errors: ['malformed_json', 'validation_failed', 'nonce_invalid', 'sign_in_rejected'],
  },
  {
    method: 'post',
    path: '/api/session/refresh',
    tag: 'session',
    summary: 'Extend the session',
    signedIn: true,
    answers: { 200: json('The extended session.', 'CurrentSession') },
    errors: [],
  },
  {
    method: 'delete',
    path: '/api/session',
    tag: 'session',
    summary: 'Sign out',
    answers: { 204: done('Nobody is signed in with this cookie any more.') },
    errors: [],
  },
]
