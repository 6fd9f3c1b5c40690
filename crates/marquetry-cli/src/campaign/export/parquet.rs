//! Parquet, by the columns.

use super::{Column, ColumnType, Datum};
use anyhow::Result;
use parquet::basic::{Compression, GzipLevel, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;
use std::sync::Arc;

/// Rows that are written together.
const GROUP: usize = 1 << 16;

/// A table with typed columns.
///
/// # Errors
/// If it cannot be written.
pub fn parquet<T>(columns: &[Column<T>], rows: &[T]) -> Result<Vec<u8>> {
    let properties = WriterProperties::builder()
        .set_compression(Compression::GZIP(GzipLevel::default()))
        .set_created_by(concat!("marquetry ", env!("CARGO_PKG_VERSION")).to_owned())
        .build();
    let schema = Arc::new(schema(columns)?);
    let mut writer = SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties))?;
    for rows in rows.chunks(GROUP) {
        let mut group = writer.next_row_group()?;
        for column in columns {
            let data: Vec<Datum> = rows.iter().map(column.get).collect();
            if let Some(mut to) = group.next_column()? {
                write(&mut to, column, &data)?;
                to.close()?;
            }
        }
        group.close()?;
    }
    Ok(writer.into_inner()?)
}

fn schema<T>(columns: &[Column<T>]) -> Result<Type> {
    let field = |column: &Column<T>| {
        let (physical, logical) = match column.kind {
            ColumnType::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            ColumnType::Whole => (Physical::INT64, None),
            ColumnType::Unsigned => (Physical::INT64, Some(LogicalType::integer(64, false))),
            ColumnType::Real => (Physical::DOUBLE, None),
        };
        let repetition = match column.optional {
            true => Repetition::OPTIONAL,
            false => Repetition::REQUIRED,
        };
        let field = Type::primitive_type_builder(column.name, physical);
        Ok(Arc::new(field.with_logical_type(logical).with_repetition(repetition).build()?))
    };
    let fields = columns.iter().map(field).collect::<Result<_>>()?;
    Ok(Type::group_type_builder("marquetry").with_fields(fields).build()?)
}

fn write<T>(to: &mut SerializedColumnWriter, column: &Column<T>, data: &[Datum]) -> Result<()> {
    let there = |datum: &Datum| i16::from(*datum != Datum::Nothing);
    let levels: Option<Vec<i16>> = column.optional.then(|| data.iter().map(there).collect());
    let levels = levels.as_deref();
    match column.kind {
        ColumnType::Text => put::<ByteArrayType>(to, levels, data, |datum| match datum {
            Datum::Text(text) => Some(ByteArray::from(text.as_str())),
            _ => None,
        }),
        // The same 64 bits: the schema says that they have no sign.
        ColumnType::Unsigned => put::<Int64Type>(to, levels, data, |datum| match datum {
            Datum::Whole(number) => Some(*number as i64),
            _ => None,
        }),
        ColumnType::Whole => put::<Int64Type>(to, levels, data, |datum| match datum {
            Datum::Whole(number) => Some(i64::try_from(*number).unwrap_or(i64::MAX)),
            _ => None,
        }),
        ColumnType::Real => put::<DoubleType>(to, levels, data, |datum| match datum {
            Datum::Real(number) => Some(*number),
            _ => None,
        }),
    }
}

fn put<D: DataType>(
    to: &mut SerializedColumnWriter,
    levels: Option<&[i16]>,
    data: &[Datum],
    value: fn(&Datum) -> Option<D::T>,
) -> Result<()> {
    let values: Vec<D::T> = data.iter().filter_map(value).collect();
    to.typed::<D>().write_batch(&values, levels, None)?;
    Ok(())
}
