// Gathers the requirements of the specification, by topic, for the page of conformance and the test that checks it.
import { authorization } from './requirements/authorization.ts'
import { dataApi } from './requirements/data-api.ts'
import { resources } from './requirements/resources.ts'
import type { Topic } from './requirements/topic.ts'

export const topics: readonly Topic[] = [...resources, ...authorization, ...dataApi]
