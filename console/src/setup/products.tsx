// Shows which categories each product can have, as a table of check boxes.
import { Checkbox } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useShownRequest } from '../api/requests.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { useTexts } from '../texts/index.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { showFailure } from '../ui/undo-notices.tsx'
import classes from './setup.module.css'
import { useUsage } from './use-usage.ts'

interface Item {
  readonly Key: string
  readonly DisplayValue: string
}

interface Product extends Item {
  readonly AssociatedCategories: readonly Item[]
}

interface Matrix {
  readonly Opportunity: {
    readonly FieldOptions: { readonly Product: readonly Product[]; readonly Category: readonly Item[] }
  }
}

const item = { Key: 1, DisplayValue: 1 }
const body = {
  Opportunity: { FieldOptions: { Product: [{ ...item, AssociatedCategories: [item] }], Category: [item] } },
}
const queryKey = ['Products']

export function ProductMatrix() {
  const { setup } = useTexts()
  const words = setup.products
  const { api, undo } = useWorkspace()
  const queries = useQueryClient()
  useShownRequest({ title: words.title, operation: 'Read', body })
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.call<Matrix>('Read', body, { signal }),
    meta: { entities: ['Schema'] },
  })
  const products = query.data?.Opportunity.FieldOptions.Product ?? []
  const usage = useUsage(
    products.map(({ Key }) => ({ id: Key, entity: 'Opportunity', query: { Product: { $EQ: Key } } })),
    setup.used,
  )
  const write = async ({ Key }: Product, categories: readonly string[]): Promise<void> => {
    const sent = { Key, AssociatedCategories: categories.map(category => ({ Key: category })) }
    const edit = { Opportunity: { FieldOptions: { Product: [sent] }, Options: { Modify: true } } }
    await api.call('Update', edit, { idempotencyKey: crypto.randomUUID() })
    await queries.invalidateQueries({ queryKey })
  }
  const toggle = async (product: Product, category: Item, isOn: boolean): Promise<void> => {
    const before = product.AssociatedCategories.map(({ Key }) => Key)
    const after = isOn ? [...before, category.Key] : before.filter(key => key !== category.Key)
    try {
      await write(product, after)
      const label = (isOn ? words.joined : words.parted)(product.DisplayValue, category.DisplayValue)
      undo.push({ label, undo: () => write(product, before) })
    } catch (error) {
      showFailure(error)
    }
  }
  return (
    <Loaded query={query}>
      {({ Opportunity: { FieldOptions } }) =>
        FieldOptions.Product.length === 0 ? (
          <Empty icon="board" title={words.none} />
        ) : (
          <div className={classes.scroll}>
            <table className={classes.matrix}>
              <thead>
                <tr>
                  <th scope="col">{words.product}</th>
                  {FieldOptions.Category.map(({ Key, DisplayValue }) => (
                    <th key={Key} scope="col">
                      {DisplayValue}
                    </th>
                  ))}
                  <th scope="col" className={classes.right}>
                    {words.used}
                  </th>
                </tr>
              </thead>
              <tbody>
                {FieldOptions.Product.map(product => (
                  <tr key={product.Key}>
                    <th scope="row">{product.DisplayValue}</th>
                    {FieldOptions.Category.map(category => (
                      <td key={category.Key}>
                        <Checkbox
                          aria-label={words.cell(product.DisplayValue, category.DisplayValue)}
                          checked={product.AssociatedCategories.some(({ Key }) => Key === category.Key)}
                          onChange={event => void toggle(product, category, event.currentTarget.checked)}
                        />
                      </td>
                    ))}
                    <td className={`${classes.right} tabular`}>{usage(product.Key)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )
      }
    </Loaded>
  )
}
