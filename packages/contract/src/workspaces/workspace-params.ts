import * as z from 'zod/mini'
import { idSchema } from '../text/text-rules.ts'

/** Path parameters of a call about one workspace. */
export const workspaceParams = z.object({ workspaceId: idSchema })
