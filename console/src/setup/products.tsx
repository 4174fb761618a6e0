// Shows which categories each product can have, as a table of check boxes.
import { Checkbox } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useShownRequest } from '../api/requests.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { useTexts } from '../texts/index.tsx'
import { Empty, Loaded } from '../ui/display/states.tsx'
import { useUndoable } from '../ui/frame/undo-notices.tsx'
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

type Toggle = (product: Product, category: Item, isOn: boolean) => Promise<void>

/** Gives a product a category, or takes it away. */
function useToggle(): Toggle {
  const { products: words } = useTexts().setup
  const { api } = useWorkspace()
  const queries = useQueryClient()
  const change = useUndoable()
  const write = async ({ Key }: Product, categories: readonly string[]): Promise<void> => {
    const sent = { Key, AssociatedCategories: categories.map(category => ({ Key: category })) }
    const edit = { Opportunity: { FieldOptions: { Product: [sent] }, Options: { Modify: true } } }
    await api.call('Update', edit)
    await queries.invalidateQueries({ queryKey })
  }
  return (product, category, isOn) => {
    const before = product.AssociatedCategories.map(({ Key }) => Key)
    const after = isOn ? [...before, category.Key] : before.filter(key => key !== category.Key)
    const label = (isOn ? words.joined : words.parted)(product.DisplayValue, category.DisplayValue)
    return change(
      label,
      () => write(product, after),
      () => write(product, before),
    )
  }
}

export function ProductMatrix() {
  const { setup } = useTexts()
  const words = setup.products
  const { api } = useWorkspace()
  useShownRequest({ title: words.title, operation: 'Read', body })
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.call<Matrix>('Read', body, { signal }),
    meta: { entities: ['Schema'] },
  })
  return (
    <Loaded query={query}>
      {({ Opportunity: { FieldOptions } }) =>
        FieldOptions.Product.length === 0 ? (
          <Empty icon="board" title={words.none} />
        ) : (
          <MatrixTable products={FieldOptions.Product} categories={FieldOptions.Category} />
        )
      }
    </Loaded>
  )
}

function MatrixTable({ products, categories }: { products: readonly Product[]; categories: readonly Item[] }) {
  const { setup } = useTexts()
  const words = setup.products
  const toggle = useToggle()
  const usage = useUsage(
    products.map(({ Key }) => ({ id: Key, entity: 'Opportunity', query: { Product: { $EQ: Key } } })),
    setup.used,
  )
  return (
    <div className={classes.scroll}>
      <table className={classes.matrix}>
        <thead>
          <tr>
            <th scope="col">{words.product}</th>
            {categories.map(({ Key, DisplayValue }) => (
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
          {products.map(product => (
            <tr key={product.Key}>
              <th scope="row">{product.DisplayValue}</th>
              {categories.map(category => (
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
