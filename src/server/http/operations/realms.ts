import { realmListQuerySchema, realmMessagesQuerySchema } from '../../../shared/realms.ts'
import { bodyErrors, json, listErrors, type Operation } from './operation.ts'

/** `/api/realms`. */
export const realmsOperations: Operation[] = [
  {
    method: 'get',
    path: '/api/realms',
    tag: 'realms',
    summary: 'Realms, newest first',
    query: realmListQuerySchema,
    answers: { 200: json('A page of realms.', 'RealmPage') },
    errors: listErrors,
  },
  {
    method: 'post',
    path: '/api/realms',
    tag: 'realms',
    summary: 'Make a realm',
    signedIn: true,
    body: { json: 'NewRealm' },
    answers: {
      201: json('The realm.', 'Realm'),
      200: json('The realm that an earlier try with the same id made.', 'Realm'),
    },
    errors: [...bodyErrors, 'conflict'],
  },
  {
    method: 'get',
    path: '/api/realms/{id}',
    tag: 'realms',
    summary: 'One realm',
    answers: { 200: json('The realm.', 'Realm') },
    errors: ['not_found'],
  },
  {
    method: 'get',
    path: '/api/realms/{id}/messages',
    tag: 'realms',
    summary: "A realm's newest messages, or those before or after a number, oldest first",
    query: realmMessagesQuerySchema,
    answers: { 200: json('A page of messages.', 'RealmMessagePage') },
    errors: ['not_found', 'validation_failed'],
  },
  {
    method: 'post',
    path: '/api/realms/{id}/messages',
    tag: 'realms',
    summary: 'Send a message, which joins its author to the realm',
    signedIn: true,
    body: { json: 'NewRealmMessage' },
    answers: {
      201: json('The message.', 'RealmMessage'),
      200: json('The message that an earlier try with the same id stored.', 'RealmMessage'),
    },
    errors: [...bodyErrors, 'not_found', 'conflict'],
  },
]
