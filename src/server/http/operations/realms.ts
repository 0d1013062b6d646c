import { realmListQuerySchema } from '../../../shared/realms.ts'
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
]
